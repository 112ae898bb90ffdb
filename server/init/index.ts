/** A first project: settings with new keys, a compose file and a shop, written by `tillgate init`. */
export { type Framework, FRAMEWORKS, initProject, isFramework } from './init-project.ts';
