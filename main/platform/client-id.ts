/** The id of a client by its name: `Claude Desktop` and `claude-desktop` are one. */
export function clientId(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
}
