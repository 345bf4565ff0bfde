import prettier from 'eslint-config-prettier/flat';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['**/*.{js,cjs,mjs}', '*.config.ts', 'out', 'dist', 'test-results', '.cache']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers in messages are wanted everywhere: "stopped after 5 s".
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // Electron's untyped originals; the typed wrappers live in main/ipc and main/preload.
    files: ['main/**'],
    ignores: ['main/ipc/handle.ts', 'main/ipc/emit.ts', 'main/preload/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              importNames: ['ipcMain', 'ipcRenderer'],
              message: 'Use handle() or emit() of main/ipc; they are typed by the contract.',
            },
          ],
        },
      ],
    },
  },
  {
    // The high-level McpServer registers tools one by one; a gateway answers lists that change.
    files: ['main/endpoint/{serve-client,serve-offers,waiting-clients}.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    files: ['renderer/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/(main/(?!contract/)|test/)',
              message: 'The renderer sees main only through main/contract.',
            },
          ],
        },
      ],
    },
  },
  prettier,
);
