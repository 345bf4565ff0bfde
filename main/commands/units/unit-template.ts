// What `toolmesh units new` writes: a unit that loads, with a test that passes before any backend is there.

/** Files of a new unit by their path in its folder; unit.yaml last, so that a watcher never sees half of it. */
export function unitTemplate(name: string): Readonly<Record<string, string>> {
  return {
    [`${name}.js`]: glue,
    'recordings/summary.json': recording,
    'tests/cases.yaml': cases,
    'jsconfig.json': jsconfig,
    'README.md': readme(name),
    'unit.yaml': unitYaml(name),
  };
}

/** Makes editors read api.d.ts beside the glue, and nothing of the web or of Node, which glue does not have. */
export const jsconfig = `{
  "compilerOptions": { "lib": ["es2024"], "types": [], "checkJs": false },
  "include": ["**/*.js", "api.d.ts"]
}
`;

const unitYaml = (name: string): string => `unit: ${name}
implementation: ./${name}.js
expose:
  # Shown to clients as ${name}_summary; tools that are not listed here are found through discover_tools.
  tools: [summary]
backends:
  # Private: reached as api.service.<tool>() in the glue, and by nobody else.
  - name: service
    transport: http
    url: http://localhost:8080/mcp
`;

const glue = `// Each tool is a top-level function; describe() says what a model has to know of it.

function describe() {
  return {
    tools: [
      {
        name: 'summary',
        access: 'read',
        description: 'How many entries there are for a topic, and the newest of them',
        params: { topic: { required: true, description: 'What to look for' } },
      },
    ],
  };
}

async function summary({ topic }) {
  const result = await api.service.search({ query: topic, limit: 5 });
  if (result.isError) throw new Error(\`The search failed: \${textOf(result)}\`);
  const { total, items } = JSON.parse(textOf(result));
  return { topic, total, newest: items[0]?.title };
}

/** A private tool's answer comes as it is: content blocks, not the parsed value. */
function textOf({ content }) {
  return content.map((block) => block.text ?? '').join('');
}
`;

const recording = `${JSON.stringify(
  {
    tool: 'summary',
    params: { topic: 'disks' },
    calls: [
      {
        backend: 'service',
        tool: 'search',
        args: { query: 'disks', limit: 5 },
        result: {
          content: [
            {
              type: 'text',
              text: '{"total":12,"items":[{"title":"Replacing a disk"},{"title":"Disk prices"}]}',
            },
          ],
        },
      },
    ],
  },
  null,
  2,
)}
`;

const cases = `# Run with: toolmesh units test . (backends are not asked, recordings/ answers for them)
cases:
  - name: counts the entries and names the newest
    tool: summary
    params: { topic: disks }
    expect:
      equals: { topic: disks, total: 12, newest: Replacing a disk }
  - name: refuses a call without a topic
    tool: summary
    expect:
      error: '"topic" is missing'
`;

const readme = (name: string): string => `# ${name}

One sentence on what this unit answers. ToolMesh shows it where units are listed.

1. Set the address of your service in \`unit.yaml\`.
2. \`toolmesh units types ${name}\` writes \`api.d.ts\`: your editor then completes \`api.service.\`
3. Change the glue, and try it: \`toolmesh call ${name}_summary '{"topic":"disks"}'\`
4. \`toolmesh units record ${name} summary '{"topic":"disks"}'\` keeps the real replies in \`recordings/\`.
5. \`toolmesh units check .\` and \`toolmesh units test .\` in this folder need no backend.
`;
