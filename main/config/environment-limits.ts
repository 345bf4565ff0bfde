// Limits that the environment sets: for whoever starts the gateway without a settings.yaml of its own.
import { z } from 'zod';
import type { Environment } from './paths.ts';
import type { Problem } from './problem.ts';

const seconds = {
  schema: z.coerce.number().positive().max(3600),
  expected: 'a number of seconds above 0, at most 3600',
};

const variables = {
  TOOLMESH_EXEC_TIMEOUT: seconds,
  TOOLMESH_CODE_TIMEOUT: seconds,
  TOOLMESH_CODE_MAX_CALLS: {
    schema: z.coerce.number().int().min(1).max(10_000),
    expected: 'a whole number from 1 to 10000',
  },
} as const;

export type LimitVariable = keyof typeof variables;

/** What the variable says; undefined when it is not set, or says nothing of use. */
export function limitFrom(env: Environment, name: LimitVariable): number | undefined {
  const text = env[name];
  return text === undefined ? undefined : variables[name].schema.safeParse(text).data;
}

/** Somebody who set a limit must not believe that it holds. */
export function limitProblems(env: Environment): readonly Problem[] {
  return Object.entries(variables).flatMap(([name, { schema, expected }]): readonly Problem[] => {
    const text = env[name];
    if (text === undefined || text === '' || schema.safeParse(text).success) return [];
    const message = `${name}: expected ${expected}, got ${JSON.stringify(text)}; it is left out of account`;
    return [{ subject: 'environment', message, severity: 'error' }];
  });
}
