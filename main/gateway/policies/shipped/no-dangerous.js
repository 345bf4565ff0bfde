// Tools that declare "dangerous" are denied to everybody, whatever settings.yaml allows.
if (ctx.phase !== 'pre') return;

if (ctx.toolAccess === 'dangerous') {
  throw new Error(`${ctx.tool} is dangerous and switched off here`);
}
