// Form 1: describe() lists the tools, each one is a top-level function of that name.

function describe() {
  return {
    tools: [
      {
        name: 'overview',
        access: 'read',
        idempotent: true,
        description: 'Open tickets per project, the oldest first. Start here.',
        params: {
          projects: {
            type: 'array',
            items: { type: 'string' },
            minItems: 1,
            required: true,
            description: 'Keys of projects, e.g. ["WEB"]',
          },
        },
        suggests: [{ tool: 'ticket.read', reason: 'the text of one ticket' }],
      },
    ],
  };
}

async function overview({ projects }) {
  // Together, not one after the other: the answer takes as long as the slowest project.
  const lists = await Promise.all(
    projects.map((project) => ask('list_tickets', { project, state: 'open' })),
  );
  return {
    projects: projects.map((project, i) => {
      const byAge = lists[i].tickets.toSorted((a, b) => a.opened.localeCompare(b.opened));
      return { project, open: byAge.length, oldest: byAge[0]?.key };
    }),
  };
}
