/** The oldest browsers in which the pages promise to work: `browserslist` of package.json. */
import project from '../package.json' with { type: 'json' };

export const FLOOR = project.browserslist.map((line) => {
  const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
  if (!version) throw new Error(`browserslist: «${line}» is not «name >= version»`);
  return { name, version };
});

/** As `build.target` of vite names them. */
export const TARGETS = FLOOR.map(({ name, version }) => `${name === 'ios_saf' ? 'ios' : name}${version}`);
