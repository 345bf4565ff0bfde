// Form 2: the global f. Both forms may be used in one unit.

const ticket = f.router('ticket').tags('ticket');

ticket
  .query('read')
  .describe('Title, state and text of one ticket')
  .input({ key: { required: true, pattern: '^[A-Z]+-\\d+$' } })
  .output({
    type: 'object',
    properties: { title: { type: 'string' }, state: { type: 'string' }, text: { type: 'string' } },
    required: ['title', 'state'],
  })
  .suggest('ticket.close', 'when it is done')
  .handle(async ({ key }) => {
    const { title, state, body } = await ask('get_ticket', { key });
    return { title, state, text: body?.slice(0, 2000) };
  });

ticket
  .action('close')
  .describe('Closes one ticket')
  .input({ key: { required: true }, comment: { description: 'Why' } })
  .idempotent()
  .handle(async ({ key, comment }) => {
    await ask('set_state', { key, state: 'closed', comment });
    return `${key} is closed`;
  });
