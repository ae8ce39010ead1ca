/** Makes the JSON schema of cora.config.json, which a test publishes in docs/. */

import { configKeyOf, type OptionSpec, type OptionType } from '../../src/settings/optionSpec.ts';
import { settingNames, specOf } from '../../src/settings/options.ts';

export function configSchema(): object {
  const properties = Object.fromEntries(
    settingNames().map((name) => {
      const spec = specOf(name);
      const shape =
        spec.type === 'list'
          ? { type: 'array', items: { type: 'string' } }
          : {
              ...jsonTypeOf(spec.type),
              ...(spec.choices ? { enum: spec.choices } : {}),
              ...(spec.min === undefined ? {} : { minimum: spec.min }),
            };
      return [
        configKeyOf(name),
        {
          description: descriptionOf(spec),
          ...shape,
          ...(spec.default === undefined ? {} : { default: spec.default }),
        },
      ];
    }),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'cora.config.json',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...properties },
  };
}

/** The user's own file in the home may say more than one that comes with a clone. */
function descriptionOf({ help, trusted }: OptionSpec): string {
  return trusted === undefined ? help : `${help}. In a repository's own file: ${trusted.otherwise}`;
}

function jsonTypeOf(type: OptionType): object {
  if (type === 'share') return { type: 'number', minimum: 0, maximum: 1 };
  return { type: type === 'number' ? 'integer' : type };
}
