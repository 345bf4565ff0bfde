// Only tools that declare "read" may be called; a tool that declares nothing counts as writing.
if (ctx.phase !== 'pre') return;

// The private calls of a unit are part of its tool, which was judged by what it declares itself.
const isPrivate = ctx.parent !== null && ctx.parent.unit !== undefined;

if (!isPrivate && ctx.toolAccess !== 'read') {
  throw new Error(`this gateway is read-only, and ${ctx.tool} is ${ctx.toolAccess}`);
}
