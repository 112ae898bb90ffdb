// Reads the element's public contract from its class with the custom-elements manifest analyzer.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { create, ts } from '@custom-elements-manifest/analyzer';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';

/** The custom-elements manifest (schema 1.0.0) of `widget`, with paths as the package has them. */
export function readManifest(root) {
  const events = readdirSync(join(root, 'widget/events')).filter((name) => name.endsWith('-event.ts'));
  const paths = [
    'tillgate-checkout.ts',
    'define.ts',
    'cards/tillgate-cards.ts',
    ...events.map((name) => `events/${name}`),
  ];
  const modules = paths.map((path) =>
    ts.createSourceFile(
      `dist/widget/${path.replace(/\.ts$/, '.js')}`,
      readFileSync(join(root, 'widget', path), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
      ts.ScriptKind.TS,
    ),
  );
  const manifest = create({ modules, plugins: [...litPlugin(), publicContract] });
  return { ...manifest, readme: 'widget/docs/element.md' };
}

/**
 * Leaves out private and internal members and the life cycle: a method for the page has a description of its own. Names
 * modules as the package does, and browser classes as global.
 */
const publicContract = {
  name: 'tillgate-public-contract',
  packageLinkPhase({ customElementsManifest }) {
    for (const { path, declarations, exports } of customElementsManifest.modules) {
      for (const declaration of declarations) {
        declaration.members = declaration.members?.filter(isPublic);
        if (declaration.superclass?.module === path) declaration.superclass = { name: 'Event', package: 'global:' };
      }
      for (const { declaration } of exports)
        declaration.module = declaration.module.replace(/^\/|\.ts$/g, (end) => (end === '/' ? '' : '.js'));
    }
  },
};

function isPublic({ name, privacy = 'public', static: isStatic = false, kind, description }) {
  return !name.startsWith('#') && privacy === 'public' && !isStatic && (kind === 'field' || description !== undefined);
}
