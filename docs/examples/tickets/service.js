// Shared by the other files: all of them are loaded into one scope, in the order of unit.yaml.

/** Calls a tool of the tracker and returns the JSON in its text. */
async function ask(tool, args) {
  const result = await api.tracker[tool](args);
  const text = result.content.map((block) => block.text ?? '').join('');
  if (result.isError) throw new Error(`The tracker refused ${tool}: ${text}`);
  return JSON.parse(text);
}
