/** Issue forms, by the rules of GitHub's form schema: a form that breaks one is shown to nobody. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const FOLDER = fileURLToPath(new URL('../../../.github/ISSUE_TEMPLATE/', import.meta.url));
const FORMS = readdirSync(FOLDER).filter((name) => name !== 'config.yml');

const text = z.string().min(1);
const validations = z.strictObject({ required: z.boolean().optional() }).optional();
const id = z.string().regex(/^[\w-]+$/);
const asked = { label: text, description: text.optional() };
const element = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
  z.strictObject({
    type: z.literal('input'),
    id,
    attributes: z.strictObject({ ...asked, placeholder: text.optional(), value: text.optional() }),
    validations,
  }),
  z.strictObject({
    type: z.literal('textarea'),
    id,
    attributes: z.strictObject({
      ...asked,
      placeholder: text.optional(),
      value: text.optional(),
      render: text.optional(),
    }),
    validations,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id,
    attributes: z.strictObject({
      ...asked,
      multiple: z.boolean().optional(),
      // "None" is GitHub's own word for no choice.
      options: z.array(text.refine((option) => !/^none$/i.test(option))).min(1),
      default: z.int().optional(),
    }),
    validations,
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id,
    attributes: z.strictObject({
      ...asked,
      options: z.array(z.strictObject({ label: text, required: z.boolean().optional() })).min(1),
    }),
  }),
]);
const form = z.strictObject({
  name: z.string().min(4),
  description: z.string().min(4),
  title: text.optional(),
  labels: z.array(text).optional(),
  body: z.array(element).min(1),
});

it.each(FORMS)('%s is a form', (name) => {
  const { body } = form.parse(parse(readFileSync(FOLDER + name, 'utf8')));
  const fields = body.filter((one) => one.type !== 'markdown');
  expect(fields.length).toBeGreaterThan(0);
  for (const values of [fields.map((one) => one.id), fields.map(({ attributes }) => attributes.label)]) {
    expect(new Set(values).size).toBe(values.length);
  }
  for (const one of fields) {
    if (one.type === 'dropdown') expect(new Set(one.attributes.options).size).toBe(one.attributes.options.length);
  }
});

it('has three forms, names of which no two are alike, and lets issues without one in', () => {
  expect(FORMS).toEqual(['bug.yml', 'feature.yml', 'wrong-answer.yml']);
  const names = FORMS.map((name) => form.parse(parse(readFileSync(FOLDER + name, 'utf8'))).name);
  expect(new Set(names).size).toBe(names.length);
  expect(parse(readFileSync(`${FOLDER}config.yml`, 'utf8'))).toEqual({ blank_issues_enabled: true });
});
