"""The browser client: pages, ES modules, style sheets and texts. It draws and asks; it knows no rule."""
