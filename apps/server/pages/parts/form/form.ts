import { type Html, html, type Insertion } from '@lectern/html/html';
import { messageOf, problemOf, type Refused } from './refused.ts';

/** The properties that the forms of a page share. */
export interface FormContext {
  csrf: Html;
  /** The form of the page that was refused, if any. */
  refused: Refused | undefined;
  /** Set by the form that shows it. */
  isRefusalShown: boolean;
}

interface Form {
  /** Distinguishes the forms of a page. */
  name: string;
  action: string;
  submit: string;
  /** The subject of the form, for users of a screen reader, who hear the button without its row. */
  about?: string;
  /** Marks an action that cannot be undone. */
  isDanger?: boolean;
}

interface Field {
  name: string;
  label: string;
  hint?: Insertion;
}

interface TextField extends Field {
  value?: string | undefined;
  type?: 'text' | 'email' | 'url' | 'search' | 'password' | 'date';
  isRequired?: boolean;
  maxLength?: number;
  autocomplete?: string;
}

interface AreaField extends Field {
  value?: string | undefined;
  rows: number;
  isRequired?: boolean;
  maxLength?: number;
}

interface SelectField extends Field {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

interface CheckField extends Field {
  isChecked?: boolean;
}

/** The fields of one form: each shows what was entered when the form was refused, and why. */
export interface Fields {
  text(field: TextField): Html;
  area(field: AreaField): Html;
  select(field: SelectField): Html;
  check(field: CheckField): Html;
  /** A value that the form carries from page to page. */
  hidden(field: { name: string; value: string }): Html;
}

/** Renders a form that changes something. */
export function renderForm(
  context: FormContext,
  { name, action, submit, about, isDanger = false }: Form,
  renderFields: (fields: Fields) => Insertion = () => undefined,
): Html {
  const { csrf, refused } = context;
  const own = refused?.form === name ? refused : undefined;
  if (own) context.isRefusalShown = true;
  const names = new Set<string>();
  const shown = renderFields(createFields(name, own, names));
  return html`<form method="post" action="${action}" class="form">
${csrf}
${own && html`<p class="problem" role="alert">${messageOf(own, names)}</p>`}
${shown}
<button type="submit"${isDanger && html` class="danger"`}>${submit}${about !== undefined && html`<span class="unseen"> ${about}</span>`}</button>
</form>`;
}

/** `names`: receives the name of each field that is rendered. */
function createFields(form: string, refused: Refused | undefined, names: Set<string>): Fields {
  const around = ({ name, label, hint }: Field, control: (attributes: Html) => Html): Html => {
    const id = `${form}-${name}`;
    names.add(name);
    const problem = problemOf(refused, name);
    const described = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(
      Boolean,
    );
    const attributes = html` id="${id}" name="${name}"${problem !== undefined && html` aria-invalid="true"`}${
      described.length > 0 && html` aria-describedby="${described.join(' ')}"`
    }`;
    return html`<div class="field"><label for="${id}">${label}</label>
${control(attributes)}
${problem !== undefined && html`<p class="wrong" id="${id}-problem">${problem}</p>`}
${hint !== undefined && html`<p class="note" id="${id}-hint">${hint}</p>`}</div>`;
  };
  const shownOf = (name: string, value: string | undefined): string =>
    (refused ? refused.entered[name] : value) ?? '';
  return {
    text(field) {
      const { name, value, type = 'text', isRequired = false, maxLength, autocomplete } = field;
      // No page contains a password: it must be typed again.
      const shown = type === 'password' ? '' : shownOf(name, value);
      return around(
        field,
        (attributes) =>
          html`<input${attributes} type="${type}" value="${shown}"${isRequired && html` required`}${
            maxLength !== undefined && html` maxlength="${maxLength}"`
          }${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}>`,
      );
    },
    area(field) {
      const { name, value, rows, isRequired = false, maxLength } = field;
      return around(
        field,
        (attributes) =>
          html`<textarea${attributes} rows="${rows}"${isRequired && html` required`}${
            maxLength !== undefined && html` maxlength="${maxLength}"`
          } spellcheck="false">\n${shownOf(name, value)}</textarea>`,
      );
    },
    select(field) {
      const shown = shownOf(field.name, field.value);
      return around(
        field,
        (attributes) =>
          html`<select${attributes}>${field.options.map(
            ([value, label]) =>
              html`<option value="${value}"${value === shown && html` selected`}>${label}</option>`,
          )}</select>`,
      );
    },
    hidden: ({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`,
    check({ name, label, hint, isChecked = false }) {
      const id = `${form}-${name}`;
      const isOn = refused ? refused.entered[name] !== undefined : isChecked;
      return html`<div class="field check"><input type="checkbox" id="${id}" name="${name}"${isOn && html` checked`}>
<label for="${id}">${label}</label>${hint !== undefined && html`<p class="note">${hint}</p>`}</div>`;
    },
  };
}
