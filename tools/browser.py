"""Find a Chromium for the browser tests; with --install, bring Debian's where it is missing and may be brought."""

import os
import shutil
import subprocess
import sys

from parallel38.service.outside import chromium as found


def install() -> None:
    """Install Debian's package, as root or with sudo without a password."""
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get"):
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    packages = ["chromium", "fonts-liberation"]
    for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        subprocess.run([*may, "apt-get", *words], env=quiet, stdout=subprocess.DEVNULL, check=False)


def main() -> None:
    """Install if asked to and needed, and say what there is."""
    if found() is None and "--install" in sys.argv:
        install()
    path = found()
    if path is None:
        sys.exit("No Chromium was found: install it, or name one in PARALLEL38_CHROMIUM. The browser tests need it.")
    print(path)


if __name__ == "__main__":
    main()
