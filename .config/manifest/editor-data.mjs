// What editors read: VS Code's custom data for HTML and CSS, and JetBrains' web-types.

/** `html.customData` of VS Code: the tag, its attributes and their values, and the names of its slots. */
export function toVsCodeHtml(element) {
  const attributes = element.attributes.map((attribute) => ({
    name: attribute.name,
    description: markdown(withDefault(attribute)),
    ...(isFlag(attribute) ? { valueSet: 'v' } : {}),
    ...(choices(attribute).length > 0 ? { values: choices(attribute).map((name) => ({ name })) } : {}),
  }));
  const description = markdown(
    [
      element.description,
      list('Events', element.events),
      list('Slots', element.slots),
      list('Parts', element.cssParts),
    ].join('\n\n'),
  );
  const slots = element.slots.map((one) => ({ name: one.name, description: markdown(one.description) }));
  return {
    version: 1.1,
    tags: [{ name: element.tagName, description, attributes }],
    globalAttributes: [{ name: 'slot', values: slots }],
  };
}

/** `css.customData` of VS Code: the custom properties and parts. */
export function toVsCodeCss(element) {
  return {
    version: 1.1,
    properties: element.cssProperties.map((one) => ({ name: one.name, description: markdown(withDefault(one)) })),
    pseudoElements: element.cssParts.map((one) => ({
      name: `::part(${one.name})`,
      description: markdown(one.description),
    })),
  };
}

/** JetBrains' web-types: everything the manifest has. */
export function toWebTypes(element, { name, version }) {
  const fields = element.members.filter((member) => member.kind === 'field');
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: element.tagName,
            description: element.description,
            attributes: element.attributes.map((one) => ({
              name: one.name,
              description: one.description,
              ...(one.default === undefined ? {} : { default: one.default }),
              value: { type: one.type.text, required: !isFlag(one) },
            })),
            slots: element.slots.map(named),
            js: {
              properties: fields.map((one) => ({ ...named(one), type: one.type.text, default: one.default })),
              events: element.events.map((one) => ({ ...named(one), type: one.type.text })),
            },
            css: {
              properties: element.cssProperties.map((one) => ({ ...named(one), default: one.default })),
              parts: element.cssParts.map(named),
            },
          },
        ],
      },
    },
  };
}

function named({ name, description }) {
  return { name, description };
}

/** The texts that a choice of string literals names, but for the empty one; nothing for any other type. */
function choices({ type }) {
  return [...type.text.matchAll(/'([^']*)'/g)].map(([, value]) => value).filter((value) => value !== '');
}

function isFlag({ type }) {
  return type.text.startsWith('boolean');
}

function withDefault(one) {
  return one.default === undefined || one.default === "''"
    ? one.description
    : `${one.description}\n\nDefault: \`${one.default}\``;
}

function list(title, entries) {
  return [`**${title}**`, ...entries.map((one) => `- \`${one.name}\`: ${one.description}`)].join('\n');
}

function markdown(value) {
  return { kind: 'markdown', value };
}
