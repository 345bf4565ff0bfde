import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { recordInputs } from './inputs.mjs';
import { root } from './places.mjs';

/** Returns the input files, relative to the repository. */
export async function bundleRenderer(stage) {
  const inputs = recordInputs();
  await build({
    root: path.join(root, 'renderer'),
    configFile: false,
    logLevel: 'warn',
    // Loaded from a file or an own scheme, never from the root of a server.
    base: './',
    plugins: [svelte({ configFile: path.join(root, 'svelte.config.js') }), inputs.plugin],
    build: {
      target: 'chrome130',
      outDir: path.join(stage, 'renderer'),
      emptyOutDir: true,
      sourcemap: true,
      reportCompressedSize: false,
      // The content security policy allows neither data: URLs nor inline scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  return inputs.files();
}
