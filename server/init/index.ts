/** A first project: settings with new keys, a compose file and a shop, written by `tillgate init`. */
export { DEFAULT_PORTS, type ProjectPorts } from './env-file.ts';
export { type Framework, FRAMEWORKS, initProject, isFramework } from './init-project.ts';
