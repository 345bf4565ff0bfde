import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/build-once.ts'],
    setupFiles: ['test/setup/isolate-home.ts'],
    // Real processes (Electron, sandbox hosts, stdio backends) share two cores with the runner.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
