"""The service: games over HTTP, stored action by action, with live updates to every page that shows them."""
