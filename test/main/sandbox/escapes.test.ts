import { describe, expect, test } from 'vitest';
import { toGatewayError } from '../../../main/platform/gateway-error.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import type { Attempt } from './escapes/attempt.ts';
import { codeFromText } from './escapes/code-from-text.ts';
import { crossing } from './escapes/crossing.ts';
import { outside } from './escapes/outside.ts';
import { bombs, loops } from './escapes/runaways.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

async function ending({ source, limits = {}, onCall }: Attempt): Promise<Attempt['ends']> {
  try {
    const { value } = await sandbox.run(glueJob(source, { limits, ...(onCall && { onCall }) }));
    return { value };
  } catch (error) {
    return { error: toGatewayError(error).code };
  }
}

describe.each([
  { kind: 'code from text', attempts: codeFromText },
  { kind: 'the world outside', attempts: outside },
  { kind: 'loops', attempts: loops },
  { kind: 'memory', attempts: bombs },
  { kind: 'values that cross', attempts: crossing },
])('$kind', ({ attempts }) => {
  test.each(attempts)('holds against $name and answers the next run', async (attempt) => {
    const ends = await ending(attempt);
    const next = await sandbox.run(glueJob('const tool = () => 1'));
    expect({ ends, next: next.value }).toEqual({ ends: attempt.ends, next: 1 });
  });
});
