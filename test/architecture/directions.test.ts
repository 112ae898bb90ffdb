import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

interface SourceFile {
  path: string;
  text: string;
  /** Paths of our own modules, and names of packages. `types`: gone after compiling. */
  imports: { target: string; own: boolean; types: boolean }[];
}

const files: SourceFile[] = ['shared', 'widget', 'server', 'plugins', 'demo'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /(?<!\.test|\.d)\.ts$/.test(path) && !path.includes('test-support'))
    .map(read),
);

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?from\s*)?'([^']+)'|import\('([^']+)'\)/g,
  );
  const imports = [...found].map(([, types, target = '', lazy]) => {
    const name = lazy ?? target;
    const own = name.startsWith('.');
    return { target: own ? relative(root, resolve(root, dirname(path), name)) : name, own, types: types !== undefined };
  });
  return { path, text, imports };
}

const inside = (folder: string): SourceFile[] => files.filter((file) => file.path.startsWith(`${folder}/`));

function offences(
  folder: string,
  isWrong: (target: string, own: boolean, file: SourceFile, types: boolean) => boolean,
): string[] {
  return inside(folder).flatMap((file) =>
    file.imports
      .filter((entry) => isWrong(entry.target, entry.own, file, entry.types))
      .map((entry) => `${file.path} -> ${entry.target}`),
  );
}

describe('import directions', () => {
  test('the import reader finds imports', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(inside('server').flatMap((file) => file.imports).length).toBeGreaterThan(100);
  });

  test('shared imports only shared and zod', () => {
    expect(
      offences('shared', (target, own) =>
        own ? !target.startsWith('shared/') : !/^zod\/(mini|v4\/core)$/.test(target),
      ),
    ).toEqual([]);
  });

  test('the widget imports shared, itself and Lit, its React entry point React, and its test companion the QR encoder', () => {
    expect(
      offences('widget', (target, own, { path }) =>
        own
          ? !/^(shared|widget)\//.test(target)
          : !/^lit(\/.*)?$/.test(target) &&
            !(target === 'lean-qr' && path.startsWith('widget/testing/')) &&
            !(target === 'react' && path.startsWith('widget/react/')),
      ),
    ).toEqual([]);
  });

  test('the element imports no React, and the React entry point loads no element on a server', () => {
    const outside = inside('widget').filter((file) => !file.path.startsWith('widget/react/'));
    expect(outside.flatMap((file) => file.imports).filter(({ target }) => /react/.test(target))).toEqual([]);
    const reached = inside('widget/react').flatMap((file) => file.imports.filter((one) => one.own && !one.types));
    const beyond = reached.map(({ target }) => target).filter((target) => !target.startsWith('widget/react/'));
    expect(beyond.sort()).toEqual(['widget/events/error-event.ts', 'widget/index.ts']);
  });

  test('the element imports schema modules for their types only, so that it bundles no zod', () => {
    const withZod = new Set(
      inside('shared')
        .filter((file) => file.imports.some((entry) => /^zod|^shared\/zod\.ts$/.test(entry.target) && !entry.types))
        .map((file) => file.path),
    );
    expect(offences('widget', (target, own, _file, types) => own && !types && withZod.has(target))).toEqual([]);
  });

  test('features of the element do not import each other, only api fetches, and only redirect sets the location', () => {
    const features = [
      'card',
      'methods',
      'saved-cards',
      'installments',
      'subscription',
      'challenge',
      'redirect',
      'payment-code',
      'device',
    ];
    const allowed = new Set(['widget/redirect/post-action.ts']);
    const featureOf = (path: string): string => path.split('/')[1] ?? '';
    expect(
      offences('widget', (target, own, file) => {
        const [from, to] = [featureOf(file.path), featureOf(target)];
        return (
          own &&
          target.startsWith('widget/') &&
          features.includes(from) &&
          features.includes(to) &&
          from !== to &&
          !allowed.has(target)
        );
      }),
    ).toEqual([]);
    const fetching = inside('widget')
      .filter((file) => /\bfetch\(/.test(file.text))
      .map((file) => file.path);
    expect(fetching).toEqual([]);
    const moving = inside('widget')
      .filter((file) => /history\.|location\.(assign|replace|href\s*=)/.test(file.text))
      .map((file) => file.path);
    expect(moving).toEqual(['widget/redirect/return-url.ts']);
  });

  test('the server imports only shared, itself and its listed packages', () => {
    const demoByName = 'server/commands/demo.ts';
    expect(
      offences('server', (target, own, file) => own && !/^(shared|server)\//.test(target) && file.path !== demoByName),
    ).toEqual([]);
  });

  test('the gateway client imports no use case, and the store no route', () => {
    expect(offences('server/gateway', (target, own) => own && !/^(shared|server\/gateway)\//.test(target))).toEqual([]);
    expect(offences('server/store', (target, own) => own && !/^(shared|server\/store)\//.test(target))).toEqual([]);
    expect(
      offences('server/payments', (target, own) => own && /^server\/(routes|http|commands|sandbox)\//.test(target)),
    ).toEqual([]);
  });

  /** The rooms of the server, from the lowest floor up; rooms of one floor know nothing of each other. */
  const FLOORS: readonly (readonly string[])[] = [
    ['gateway', 'store', 'network', 'i18n', 'sandbox', 'console'],
    ['observability'],
    ['webhooks'],
    ['context'],
    ['risk'],
    ['saved-cards', 'subscriptions', 'http'],
    ['sessions', 'hosted-page'],
    ['payments', 'baskets', 'cards'],
    ['refunds', 'renewals', 'disputes', 'operations', 'back-office', 'sign-in'],
    ['notifications'],
    ['api', 'jobs', 'client'],
    ['settings'],
    ['routes', 'doctor', 'init'],
    ['commands'],
  ];

  test('server folders import only folders below them, values and types', () => {
    const roomOf = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '');
    const floorOf = (path: string): number => FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));
    const rooms = new Set(inside('server').map(({ path }) => roomOf(path)));
    expect([...rooms].filter((room) => room !== '').sort()).toEqual([...FLOORS.flat()].sort());
    expect(
      offences('server', (target, own, file) => {
        const isBetweenRooms = own && target.startsWith('server/') && roomOf(target) !== '' && roomOf(file.path) !== '';
        return isBetweenRooms && roomOf(target) !== roomOf(file.path) && floorOf(target) >= floorOf(file.path);
      }),
    ).toEqual([]);
  });

  /** Folders whose `index.ts` is an entry of the package: other folders import their modules one by one. */
  const PACKAGE_ENTRIES: readonly string[] = ['gateway', 'webhooks', 'client'];
  /** Modules beside an `index.ts` that other folders import, because only some of them should load the code. */
  const LAZY_ENTRIES: readonly string[] = [
    'server/store/open-store.ts',
    'server/commands/api/calls.ts',
    'server/commands/api/run-call.ts',
  ];

  test('server folders import each other only through index.ts', () => {
    const folderOf = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '');
    expect(
      offences('server', (target, own, file) => {
        const folder = target.startsWith('server/') ? folderOf(target) : '';
        if (!own || folder === '' || folder === folderOf(file.path) || PACKAGE_ENTRIES.includes(folder)) return false;
        return target !== `server/${folder}/index.ts` && !LAZY_ENTRIES.includes(target);
      }),
    ).toEqual([]);
  });

  test('each server index.ts starts with the purpose of its folder and exports only names that other folders import', () => {
    const indexes = inside('server').filter(({ path }) => /^server\/[^/]+\/index\.ts$/.test(path));
    const ownIndexes = indexes.filter(
      ({ path }) => ![...PACKAGE_ENTRIES, 'sandbox', 'console'].includes(path.split('/')[1]!),
    );
    expect(ownIndexes.length).toBeGreaterThan(20);
    expect(ownIndexes.filter(({ text }) => !/^\/\*\*|\n\/\*\*/.test(text)).map(({ path }) => path)).toEqual([]);
    const unused = ownIndexes.flatMap(({ path, text }) => {
      const names = [...text.matchAll(/^export (?:type )?\{([^}]+)\}/gm)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.replace(/\btype\b/, '').trim()),
      );
      const importers = files.filter((file) => file.imports.some(({ target }) => target === path));
      const isImported = (name: string): boolean =>
        importers.some(({ text: importing }) => new RegExp(`\\b${name}\\b`).test(importing));
      return names.filter((name) => name !== '' && !isImported(name)).map((name) => `${path}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  test('the sandbox imports only shared, so that it can disagree with the client', () => {
    expect(
      offences('server/sandbox', (target, own) =>
        own ? !/^(shared|server\/sandbox)\//.test(target) : /xml|undici/.test(target),
      ),
    ).toEqual([]);
  });

  test('the client reaches no package and no module of a runtime, so that it runs anywhere', () => {
    const reached = new Set<string>();
    const outside = new Set<string>();
    const walk = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { own, target, types } of files.find((file) => file.path === path)?.imports ?? []) {
        if (own && !types) walk(target);
        else if (!own && !types) outside.add(`${path} -> ${target}`);
      }
    };
    walk('server/client/index.ts');
    expect([...outside]).toEqual([]);
    expect(reached.size).toBeGreaterThan(25);
    const own = [...reached].filter((path) => path.startsWith('server/') && !path.startsWith('server/client/'));
    expect(own.sort()).toEqual(['server/webhooks/read-webhook.ts', 'server/webhooks/secret.ts']);
    const text = [...reached].map((path) => files.find((file) => file.path === path)?.text ?? '').join('\n');
    expect(text).not.toMatch(/\b(?:Buffer|process|require|setImmediate|window|document)[.(]/);
  });

  test('the companion imports no sandbox module', () => {
    const reached = new Set<string>();
    const walk = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const entry of files.find((file) => file.path === path)?.imports ?? []) if (entry.own) walk(entry.target);
    };
    walk('server/index.ts');
    expect([...reached].filter((path) => path.includes('sandbox'))).toEqual([]);
    expect(reached.size).toBeGreaterThan(40);
  });

  test.each([
    {
      plugin: 'plugins/vendure',
      theirs: ['@vendure/core', '@nestjs/common', '@nestjs/graphql', 'graphql', 'typeorm', 'node:crypto'],
      types: ['node:http'],
    },
    {
      plugin: 'plugins/medusa',
      theirs: ['@medusajs/framework/utils', 'zod/mini'],
      types: ['@medusajs/framework/http', '@medusajs/framework/types'],
    },
  ])(
    '$plugin imports itself, the refunds, two doors of the package, money, and its shop system',
    ({ plugin, theirs, types }) => {
      const ours = new RegExp(`^(${plugin}/|plugins/refunds/|server/(client|webhooks)/index\\.ts$|shared/money\\.ts$)`);
      expect(inside(plugin).length).toBeGreaterThan(7);
      expect(
        offences(plugin, (target, own, _file, isType) =>
          own ? !ours.test(target) : !theirs.includes(target) && !(isType && types.includes(target)),
        ),
      ).toEqual([]);
    },
  );

  test('the demo imports only public entry points', () => {
    const doors = ['server', 'server/client', 'server/sandbox', 'server/webhooks', 'widget', 'widget/testing'].map(
      (at) => `${at}/index.ts`,
    );
    expect(offences('demo', (target, own) => own && !target.startsWith('demo/') && !doors.includes(target))).toEqual(
      [],
    );
  });
});

describe('source files', () => {
  test('source files have at most 300 lines, except lists of texts and generated files', () => {
    const listed = /i18n|styles\.ts$|^server\/client\/api\//;
    const long = files.filter((file) => file.text.split('\n').length > 300 && !listed.test(file.path));
    expect(long.map((file) => file.path)).toEqual([]);
  });

  test('no folder is named utils or helpers, and no file contains TODO or z.config()', () => {
    expect(
      files.filter((file) => /\/(utils|helpers|common|manager)\b/.test(file.path)).map((file) => file.path),
    ).toEqual([]);
    expect(files.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(file.text)).map((file) => file.path)).toEqual([]);
    expect(files.filter((file) => /z\.config\(/.test(file.text)).map((file) => file.path)).toEqual([]);
  });
});
