"""The client: pages, modules and style sheets that the service hands out, and their texts."""
