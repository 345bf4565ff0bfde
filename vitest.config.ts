import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const desktopTests = 'test/e2e/**/*.test.ts';
const windowTests = 'test/renderer/**/*.test.ts';

export default defineConfig({
  plugins: [svelte()],
  test: {
    globalSetup: ['test/setup/build-once.ts'],
    setupFiles: ['test/setup/isolate-home.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'gateway',
          include: ['test/**/*.test.ts'],
          exclude: [desktopTests, windowTests],
          // The desktop project's display and bus, which are up in a full run, are not for these.
          env: { DISPLAY: '', TOOLMESH_TEST_BUS: 'disabled:' },
          // Real processes (sandbox hosts, stdio backends) share two cores with the runner.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Svelte's server build is what Node would pick; components are mounted here.
        resolve: { conditions: ['browser'] },
        test: {
          name: 'window',
          include: [windowTests],
          environment: 'happy-dom',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'desktop',
          include: [desktopTests],
          globalSetup: ['test/setup/desktop.ts'],
          // One Electron at a time, on one display.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
