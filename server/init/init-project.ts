import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CheckoutError } from '../../shared/errors.ts';
import { toProjectComposeFile } from './compose.ts';
import { type GatewayCredentials, type ProjectPorts, createEnvFileText } from './env-file.ts';

/** The packages of each framework's shop beside `tillgate`, and how the shop is started. */
export const FRAMEWORKS = {
  node: { packages: [], start: 'node --env-file=.env server.mjs' },
  express: { packages: ['express'], start: 'node --env-file=.env server.mjs' },
  fastify: { packages: ['fastify'], start: 'node --env-file=.env server.mjs' },
  hono: { packages: ['hono', '@hono/node-server'], start: 'node --env-file=.env server.mjs' },
  next: { packages: ['next', 'react', 'react-dom'], start: 'npx next dev' },
} as const satisfies Record<string, { packages: readonly string[]; start: string }>;

export type Framework = keyof typeof FRAMEWORKS;

export function isFramework(name: string): name is Framework {
  return Object.hasOwn(FRAMEWORKS, name);
}

const TEMPLATES = fileURLToPath(new URL('templates/', import.meta.url));
const COMPOSE = fileURLToPath(new URL('../compose.yaml', import.meta.url));
/** Of the built element, whose hash stands in the script tag. */
const INTEGRITY = fileURLToPath(new URL('../../script/integrity.json', import.meta.url));
/** Only its owner reads it. */
const SECRET_MODE = 0o600;

/**
 * Writes `.env`, `compose.yaml` and a shop into a folder, and returns the names of the files. A `.gitignore` that is
 * there stays.
 * @param options.integrityList `integrity.json` of the element; without the file the script tag has no integrity
 * @throws CheckoutError `configuration_invalid` naming the files that are there, before anything is written
 */
export function initProject(options: {
  framework: Framework;
  folder: string;
  overwrites: boolean;
  gateway: GatewayCredentials;
  ports: ProjectPorts;
  integrityList?: string;
}): string[] {
  const { framework, folder } = options;
  const files: Record<string, string> = {
    '.env': createEnvFileText(options.gateway, options.ports),
    'compose.yaml': toProjectComposeFile(readFileSync(COMPOSE, 'utf8'), options.ports.companion),
    'shop.mjs': readFileSync(join(TEMPLATES, 'shop.mjs'), 'utf8'),
    ...(framework === 'next' ? {} : readPages(options.integrityList ?? INTEGRITY)),
    ...readFolder(join(TEMPLATES, framework)),
  };
  const taken = Object.keys(files).filter((name) => existsSync(join(folder, name)));
  if (taken.length > 0 && !options.overwrites) {
    throw new CheckoutError('configuration_invalid', `${taken.join(', ')}: in ${folder} already; --force overwrites.`);
  }
  if (!existsSync(join(folder, '.gitignore'))) files['.gitignore'] = '.env\nnode_modules/\ntillgate-data/\n.next/\n';
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    // A file that exists keeps its mode.
    if (name === '.env') rmSync(path, { force: true });
    writeFileSync(path, text, name === '.env' ? { mode: SECRET_MODE } : {});
  }
  return Object.keys(files);
}

function readPages(integrityList: string): Record<string, string> {
  const hashes = existsSync(integrityList)
    ? (JSON.parse(readFileSync(integrityList, 'utf8')) as Record<string, string>)
    : {};
  const hash = hashes['tillgate.js'];
  const pages = readFolder(join(TEMPLATES, 'web'));
  const attribute = hash === undefined ? '' : ` integrity="${hash}"`;
  return Object.fromEntries(
    Object.entries(pages).map(([name, text]) => [name, text.replace(' integrity="%INTEGRITY%"', () => attribute)]),
  );
}

function readFolder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
