// At most so many calls of one tool by one client in an hour, by caller class.
if (ctx.phase !== 'pre') return;

const perHour = { trusted: 2000, standard: 600, untrusted: 60 };

// A unit may call its private backends as often as it needs for one answer.
const isPrivate = ctx.parent !== null && ctx.parent.unit !== undefined;

if (!isPrivate) {
  const most = perHour[ctx.caller.class];
  if (ctx.rateLimitExceeded(most)) {
    throw new Error(
      `${ctx.caller.client} may call ${ctx.tool} ${most} times an hour; try again later`,
    );
  }
}
