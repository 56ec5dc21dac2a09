import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier/flat';
import tseslint from 'typescript-eslint';

/** Who may import whom: the picture of docs/architecture.md as a rule. */
const depConstraints = [
  {
    sourceTag: 'type:core',
    onlyDependOnLibsWithTags: [],
    bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', 'typeorm'],
  },
  {
    sourceTag: 'type:contract',
    onlyDependOnLibsWithTags: ['scope:decider'],
    bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', 'typeorm'],
  },
  {
    sourceTag: 'scope:event-store',
    onlyDependOnLibsWithTags: ['scope:decider', 'scope:telemetry', 'type:testing'],
    bannedExternalImports: ['kafkajs'],
  },
  {
    sourceTag: 'scope:messaging',
    onlyDependOnLibsWithTags: ['type:core', 'type:contract', 'scope:event-store', 'type:testing'],
    bannedExternalImports: ['pg', 'fastify'],
  },
  {
    sourceTag: 'scope:service',
    onlyDependOnLibsWithTags: [
      'type:core',
      'type:contract',
      'scope:event-store',
      'scope:messaging',
      'type:testing',
    ],
    bannedExternalImports: ['kafkajs', 'pg'],
  },
  {
    sourceTag: 'type:client',
    onlyDependOnLibsWithTags: ['scope:signature', 'scope:contracts'],
    bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', 'typeorm'],
  },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['scope:signature', 'scope:contracts', 'scope:tpp-client'],
    bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', 'typeorm'],
  },
  {
    // Tests of an app may start a broker of this machine; `tools/production.spec.ts` keeps tools out of builds.
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: [
      'type:contract',
      'type:core',
      'type:adapter',
      'type:testing',
      'type:client',
      'scope:local',
    ],
    bannedExternalImports: ['kafkajs', 'pg'],
  },
  {
    sourceTag: 'type:host',
    onlyDependOnLibsWithTags: [
      'type:contract',
      'type:core',
      'type:adapter',
      'type:client',
      'type:testing',
      'type:app',
      'scope:local',
    ],
  },
  {
    sourceTag: 'scope:local',
    onlyDependOnLibsWithTags: ['type:contract', 'type:core', 'type:adapter', 'type:testing'],
  },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: [
      'type:contract',
      'type:core',
      'type:adapter',
      'type:client',
      'type:testing',
      'type:app',
      'type:host',
      'type:tool',
    ],
  },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/out-tsc/**',
      '.nx/**',
      '.nordgate/**',
      'coverage/**',
      '**/jest.config.mjs',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // One program for all files: with the projects of the build every type of a lib is checked again
        // for each project that uses the lib.
        project: 'tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: true, allow: [], depConstraints },
      ],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 50 }],
      complexity: ['error', 12],
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      // No rule asks for the types of scripts, and no project has them.
      parserOptions: { project: null },
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  {
    // The script that browsers run on the pages of the approval site.
    files: ['apps/sca/src/site/assets/*.js'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      sourceType: 'script',
      parserOptions: { project: null },
      globals: {
        document: 'readonly',
        window: 'readonly',
        navigator: 'readonly',
        atob: 'readonly',
        btoa: 'readonly',
      },
    },
  },
  {
    // The scripts of the Bruno collection, which Bruno runs with its own objects.
    files: ['tools/bruno/*.js'],
    ...tseslint.configs.disableTypeChecked,
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      '@typescript-eslint/no-require-imports': 'off',
    },
    languageOptions: {
      sourceType: 'commonjs',
      parserOptions: { projectService: false },
      globals: { bru: 'readonly', req: 'readonly', res: 'readonly', Buffer: 'readonly' },
    },
  },
  prettier,
);
