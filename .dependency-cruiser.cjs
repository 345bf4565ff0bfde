// Who may import whom; ARCHITECTURE.md tells the same in words.
const only = (name, from, allowed, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(main|renderer|units|test|build)/', pathNot: allowed, ...extra },
});

module.exports = {
  forbidden: [
    {
      name: 'core-never-imports-electron',
      comment: 'The gateway runs and is tested under plain Node.',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/(main\\.ts|shell/|ipc/|preload/)' },
      to: { path: '^electron$|node_modules/electron/' },
    },
    only('contract-imports-nothing-but-itself', '^main/contract/', '^main/contract/'),
    only('platform-stands-alone', '^main/platform/', '^main/platform/'),
    only(
      'config-knows-contract-and-platform',
      '^main/config/',
      '^main/(config|contract|platform)/',
    ),
    only('sandbox-knows-platform', '^main/sandbox/', '^main/(sandbox|platform)/'),
    only(
      'backends-know-contract-platform-sandbox-port',
      '^main/backends/',
      '^main/(backends|contract|platform)/|^main/sandbox/sandbox\\.ts$|^main/config/(schema|problem)',
    ),
    only(
      'gateway-knows-ports-only',
      '^main/gateway/',
      '^main/(gateway|contract|platform)/|^main/backends/backend\\.ts$|^main/sandbox/sandbox\\.ts$|^main/config/schema',
    ),
    only(
      'endpoint-knows-gateway',
      '^main/endpoint/',
      '^main/(endpoint|gateway|contract|platform)/|^main/backends/backend\\.ts$',
    ),
    only(
      'clients-know-contract-platform-and-paths',
      '^main/clients/',
      '^main/(clients|contract|platform)/|^main/config/paths\\.ts$',
    ),
    only('ipc-knows-contract', '^main/ipc/', '^main/(ipc|contract|platform)/'),
    only('preload-knows-contract', '^main/preload/', '^main/(preload|contract)/'),
    only('shell-knows-contract-and-ipc', '^main/shell/', '^main/(shell|ipc|contract|platform)/'),
    only('renderer-imports-only-the-contract', '^renderer/', '^renderer/|^main/contract/'),
    {
      name: 'units-import-nothing',
      severity: 'error',
      from: { path: '^units/' },
      to: { path: '.' },
    },
    {
      name: 'only-tests-import-test',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte', '.js'],
      conditionNames: ['import', 'svelte', 'default'],
      exportsFields: ['exports'],
    },
  },
};
