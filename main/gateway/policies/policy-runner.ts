// The JavaScript around the policies of one phase. They run one after the other in one isolate, each with
// a context of its own made from JSON: what a policy does to its context reaches the next one, and the
// gateway, only where it may. An isolate for each would cost its 2 ms once per policy and phase.
import type { SourceFile } from '../../sandbox/sandbox.ts';
import type { Policy } from './policy.ts';

export const runnerName = 'runPolicies';

/** In front of each policy's console lines, and before its first statement; the first one's is added outside. */
export const marker = '--- policy ';

/** A policy's text as a function of its own: `return` and `await` work, its lines keep their numbers. */
function wrapPolicy(source: string, index: number): string {
  return `async function policy_${index}(ctx) {${source}\n}`;
}

export function policyFiles(policies: readonly Policy[]): readonly SourceFile[] {
  const functions = policies.map((_, index) => `policy_${index}`).join(', ');
  return [
    { name: 'gate.js', source: runnerSource.replace('POLICIES', functions) },
    ...policies.map(({ name, source }, index) => ({ name, source: wrapPolicy(source, index) })),
  ];
}

const runnerSource = String.raw`
async function runPolicies({ names, base, params, response, calls }) {
  const { parse, stringify } = JSON;
  const { keys } = Object;
  const policies = [POLICIES];
  const isPost = base.phase === 'post';
  const baseText = stringify(base);
  let paramsText = stringify(params);
  let contentText = isPost ? stringify(response.content) : undefined;
  let structuredText = isPost ? stringify(response.structuredContent) : undefined;
  let metaText = isPost ? stringify(response._meta) : undefined;
  const read = (text) => (text === undefined ? undefined : parse(text));
  const steps = [];
  for (let index = 0; index < policies.length; index += 1) {
    // Each line is a message of its own: with one policy there is none to tell apart.
    if (index > 0) console.log('${marker}' + names[index]);
    const ctx = parse(baseText);
    ctx.params = parse(paramsText);
    if (isPost) {
      ctx.response = { content: read(contentText), isError: response.isError };
      if (structuredText !== undefined) ctx.response.structuredContent = read(structuredText);
      if (metaText !== undefined) ctx.response._meta = read(metaText);
    }
    const rateLimitExceeded = (perHour) => {
      if (typeof perHour !== 'number' || !(perHour >= 0)) {
        throw new TypeError('rateLimitExceeded takes a number of calls per hour');
      }
      return calls >= perHour;
    };
    ctx.rateLimitExceeded = rateLimitExceeded;
    await policies[index](ctx);

    const step = { policy: names[index], ignored: [] };
    const fixed = parse(baseText);
    for (const key of keys(fixed)) {
      if (stringify(ctx[key]) !== stringify(fixed[key])) step.ignored.push('ctx.' + key);
    }
    for (const key of keys(ctx)) {
      const isKnown = key in fixed || key === 'params' || key === 'rateLimitExceeded';
      if (!isKnown && !(isPost && key === 'response')) step.ignored.push('ctx.' + key);
    }
    if (ctx.rateLimitExceeded !== rateLimitExceeded) step.ignored.push('ctx.rateLimitExceeded');
    const newParams = stringify(ctx.params);
    if (newParams !== paramsText) {
      if (isPost) step.ignored.push('ctx.params');
      else {
        step.params = { value: ctx.params };
        paramsText = newParams === undefined ? 'null' : newParams;
      }
    }
    if (isPost) {
      const now = ctx.response === null || typeof ctx.response !== 'object' ? {} : ctx.response;
      const newContent = stringify(now.content);
      const newStructured = stringify(now.structuredContent);
      if (newContent !== contentText) {
        step.content = { value: now.content };
        contentText = newContent;
      }
      if (newStructured !== structuredText) {
        step.structuredContent = { value: now.structuredContent };
        structuredText = newStructured;
      }
      if (now.isError !== response.isError) step.ignored.push('ctx.response.isError');
      const before = read(metaText) ?? {};
      const after = now._meta === null || typeof now._meta !== 'object' ? {} : now._meta;
      const removed = keys(before).filter((key) => after[key] === undefined);
      const kept = keys(before).filter((key) => after[key] !== undefined);
      const isOther =
        keys(after).some((key) => !(key in before)) ||
        kept.some((key) => stringify(after[key]) !== stringify(before[key]));
      if (isOther) step.ignored.push('ctx.response._meta');
      if (removed.length > 0) {
        step.metaRemoved = removed;
        const rest = {};
        for (const key of kept) rest[key] = before[key];
        metaText = kept.length === 0 ? undefined : stringify(rest);
      }
      for (const key of keys(now)) {
        if (!['content', 'structuredContent', 'isError', '_meta'].includes(key)) {
          step.ignored.push('ctx.response.' + key);
        }
      }
    }
    steps.push(step);
  }
  return steps;
}
`;
