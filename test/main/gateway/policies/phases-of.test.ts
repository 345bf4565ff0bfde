import { expect, test } from 'vitest';
import { phasesOf } from '../../../../main/gateway/policies/phases-of.ts';

test.each([
  ["if (ctx.phase !== 'pre') return;", ['pre']],
  ["// Why.\nif ('post' === ctx.phase) { return; }\nawait x();", ['pre']],
  ["if (ctx.phase != 'post') return\nctx.response = 1", ['post']],
  ["if (ctx.phase == 'pre') return;", ['post']],
])('%j works in one phase', (source, phases) => {
  expect(phasesOf(source)).toEqual(phases);
});

test.each([
  [''],
  ['this is no JavaScript'],
  ["if (ctx.phase === 'pre' && ctx.toolAccess === 'admin') throw new Error('no')"],
  ["if (ctx.phase !== 'pre') return note();"],
  ["if (ctx.phase !== 'pre') { note(); return; }"],
  ["if (ctx.phase !== 'pre') {}"],
  ["if (ctx.phase !== 'pre') return; else note();"],
  ["if (ctx.phase !== 'later') return;"],
  ["if (ctx['phase'] !== 'pre') return;"],
  ["if (other.phase !== 'pre') return;"],
  ["note(); if (ctx.phase !== 'pre') return;"],
  ["if (ctx.phase > 'pre') return;"],
])('%j works in both phases', (source) => {
  expect(phasesOf(source)).toEqual(['pre', 'post']);
});
