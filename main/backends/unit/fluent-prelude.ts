// The global `f`: tools written as `f.query('name').describe(…).handle(…)`. Its source runs in the isolate
// before the unit's files, as ordinary code of the unit: it can do nothing that the glue could not do itself.
import type { SourceFile } from '../../sandbox/sandbox.ts';

/** Top-level functions of the prelude, by which the gateway asks and calls. */
export const fluentEntries = { describe: 'toolmesh$describe', call: 'toolmesh$call' } as const;

/** Whether any file speaks of `f`; for all others a call does not pay for the prelude. */
export function usesFluent(files: readonly SourceFile[]): boolean {
  return files.some(({ source }) => /\bf\b/.test(source));
}

const fileName = 'toolmesh:f';

const source = String.raw`(() => {
  'use strict';
  const tools = [];
  const routers = [];
  const problems = [];
  let initialState;

  /** Where the unit's own file stood when the error was made. Reading a stack is dear: only describe() does. */
  const placeOf = (site) => {
    for (const line of String(site.stack).split('\n')) {
      const found = /^ {4}at (?:.* \()?(?:async )?(.+?):(\d+):(\d+)\)?$/.exec(line);
      if (found !== null && found[1] !== '${fileName}') return { file: found[1], line: +found[2], column: +found[3] };
    }
    return {};
  };
  const report = (message) => problems.push({ message, ...placeOf(new Error()) });
  const kind = (value) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value);
  const text = (what, value) => {
    if (typeof value === 'string' && value.trim() !== '') return value;
    report(what + ' takes a text, got ' + (value === '' ? 'an empty one' : kind(value)));
    return undefined;
  };
  const texts = (what, values) => values.flat().filter((value) => text(what, value) !== undefined);

  /** Options that belong to all tools of a namespace. */
  const grouping = (what, group, self) => ({
    discriminator(name) {
      const given = text(what + '.discriminator()', name);
      // As exposition.discriminator of settings.yaml.
      const isField = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(given ?? 'action') && !['__proto__', 'constructor', 'prototype'].includes(given);
      if (isField) group.discriminator = given;
      else report(what + '.discriminator() takes a name of letters, digits, "_" and "-" that is no part of JavaScript objects, got "' + given + '"');
      return self();
    },
    toonDescription() {
      group.descriptionMode = 'toon';
      return self();
    },
  });

  const build = (verb, access, given, router) => {
    const site = new Error();
    const name = text('f.' + verb + '()', given) ?? '';
    const tool = { name: router === undefined ? name : router.name + '.' + name, access, site, tags: [], suggests: [], group: {}, router };
    const what = 'f.' + verb + '("' + tool.name + '")';
    if (name !== '') tools.push(tool);
    const builder = {
      describe(value) {
        tool.description = text(what + '.describe()', value);
        return builder;
      },
      title(value) {
        tool.title = text(what + '.title()', value);
        return builder;
      },
      input(schema) {
        if (kind(schema) === 'object') tool.input = schema;
        else report(what + '.input() takes an object, got ' + kind(schema));
        return builder;
      },
      output(schema) {
        if (kind(schema) === 'object') tool.outputSchema = schema;
        else report(what + '.output() takes a JSON Schema, got ' + kind(schema));
        return builder;
      },
      tags(...values) {
        tool.tags.push(...texts(what + '.tags()', values));
        return builder;
      },
      suggest(next, reason) {
        if (text(what + '.suggest()', next) !== undefined) tool.suggests.push({ tool: next, reason });
        return builder;
      },
      states(...values) {
        tool.states = [...(tool.states ?? []), ...texts(what + '.states()', values)];
        return builder;
      },
      transition(state) {
        tool.transition = text(what + '.transition()', state);
        return builder;
      },
      idempotent(value = true) {
        tool.idempotent = value === true;
        return builder;
      },
      access(word) {
        tool.access = text(what + '.access()', word) ?? tool.access;
        return builder;
      },
      ...grouping(what, tool.group, () => builder),
      handle(run) {
        if (typeof run !== 'function') report(what + '.handle() takes a function, got ' + kind(run));
        else if (tool.run !== undefined) report(what + ' has two handlers; keep one of them');
        else tool.run = run;
        return builder;
      },
    };
    return builder;
  };

  const verbs = (router) => ({
    query: (name) => build('query', 'read', name, router),
    mutation: (name) => build('mutation', 'dangerous', name, router),
    action: (name) => build('action', 'write', name, router),
  });

  const makeRouter = (given) => {
    const name = text('f.router()', given) ?? '';
    const router = { name, tags: [], group: {} };
    routers.push(router);
    const what = 'f.router("' + name + '")';
    const self = {
      ...verbs(router),
      describe(value) {
        router.group.description = text(what + '.describe()', value);
        return self;
      },
      tags(...values) {
        router.tags.push(...texts(what + '.tags()', values));
        return self;
      },
      ...grouping(what, router.group, () => self),
    };
    return self;
  };

  const describeAll = async () => ({
    declared: typeof describe === 'function' ? await describe() : undefined,
    tools: tools.map(({ run, router, tags, site, ...tool }) => ({
      ...tool,
      place: placeOf(site),
      tags: [...new Set([...(router?.tags ?? []), ...tags])],
      isComplete: run !== undefined,
    })),
    routers: routers.map(({ name, group }) => ({ name, group })),
    state: initialState,
    problems,
  });
  const call = (name, params) => tools.find((tool) => tool.name === name && tool.run !== undefined).run(params);

  const define = (name, value, isFixed) =>
    Object.defineProperty(globalThis, name, { value, writable: !isFixed, configurable: !isFixed, enumerable: false });
  // A unit may well have an "f" of its own.
  const setState = (state) => {
    if (initialState !== undefined) report('f.state() is called twice; a unit begins in one state');
    initialState = text('f.state()', state);
  };
  define('f', { ...verbs(undefined), router: makeRouter, state: setState }, false);
  define('${fluentEntries.describe}', describeAll, true);
  define('${fluentEntries.call}', call, true);
})();`;

export const fluentPrelude: SourceFile = { name: fileName, source };
