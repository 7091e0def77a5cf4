/** Scripts for a browser that read the fields of each operation on a page, as sets of paths of names. */

/** An operation as a page shows it. */
export interface ShownOperation {
  /** Such as `GET /pets`. */
  name: string;
  /** Such as `limit`, `body > owner > email` or `200 > id`. */
  fields: string[];
  /** Fields that the page does not repeat because it has shown them above. */
  folded: string[];
}

/** Reads the operations on a page of Lectern. */
export const READ_LECTERN = `(() => {
  const nameOf = (field) => {
    const [first] = field.children;
    if (field.querySelector(':scope > .api-option')) return undefined;
    return first?.tagName === 'CODE' ? first.textContent : '*';
  };
  const pathOf = (node, root, prefix) => {
    const names = [];
    for (let one = node; one && one !== root; one = one.parentElement)
      if (one.tagName === 'LI') {
        const field = one.querySelector(':scope > .api-field');
        const name = field ? nameOf(field) : undefined;
        if (name !== undefined) names.unshift(name);
      }
    return [...prefix, ...names].join(' > ');
  };
  return [...document.querySelectorAll('section.api')].flatMap((section) => {
    const line = section.querySelector('.api-line');
    const method = line?.querySelector('.method');
    if (!method) return [];
    const path = line.querySelector('code').cloneNode(true);
    path.querySelector('.api-server')?.remove();
    const fields = [];
    const folded = [];
    const collect = (root, prefix) => {
      for (const field of root.querySelectorAll('.api-field'))
        if (nameOf(field) !== undefined) fields.push(pathOf(field, root, prefix));
      for (const note of root.querySelectorAll('.api-notes > em')) folded.push(pathOf(note, root, prefix));
    };
    let part = '';
    for (const child of section.querySelector('.api-text').children) {
      if (child.matches('.api-part')) part = child.firstChild.textContent;
      else if (part === 'Responses') {
        const status = child.querySelector('.method').textContent;
        fields.push(status);
        collect(child, [status]);
      } else if (part === 'Request body') collect({ querySelectorAll: (wanted) =>
        [...child.querySelectorAll(wanted)].concat(child.matches(wanted) ? [child] : []) }, ['body']);
      else if (!['', 'Servers', 'Authentication', 'Callbacks'].includes(part)) collect(child, []);
    }
    return [{ name: method.textContent.trim().toUpperCase() + ' ' + path.textContent, fields, folded }];
  });
})()`;

/** Marks the sections of operations of Scalar’s reference, and returns their ids. */
export const LIST_SCALAR = `[...document.querySelectorAll('section[id]')]
  .map(({ id }) => id).filter((id) => /\\/(GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS|TRACE|QUERY)\\//i.test(id))`;

/** Opens everything that is closed in the section of an operation; returns the number of opened parts. */
export const openScalar = (id: string): string => `(() => {
  const section = document.getElementById(${JSON.stringify(id)});
  section.scrollIntoView();
  const closed = [...section.querySelectorAll('[aria-expanded="false"]')].filter((one) =>
    /schema-card-title|headers-card-title|parameter-item|callback|property/.test(one.className));
  for (const one of closed) one.click();
  return closed.length;
})()`;

/** Reads the section of an operation in Scalar’s reference. */
export const readScalar = (id: string): string => `(() => {
  const section = document.getElementById(${JSON.stringify(id)});
  const [, method, path] = /\\/(GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS|TRACE|QUERY)(\\/.*)$/i.exec(${JSON.stringify(id)});
  const nameOf = (property) => {
    const heading = property.querySelector(':scope > .property-heading > .property-name, :scope > .property-name');
    if (!heading) return undefined;
    if (heading.querySelector('.property-name-additional-properties, .property-name-pattern-properties')) return '*';
    const holder = heading.querySelector('.scroll-mt-24') ?? heading;
    const text = [...holder.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent);
    return text.join('').replace(/[\\s\\u200b]/g, '');
  };
  const fields = [];
  for (const property of section.querySelectorAll('.property')) {
    if (!nameOf(property) || property.closest('[class*="callback"]')) continue;
    const names = [];
    for (let one = property; one && one !== section; one = one.parentElement)
      if (one.matches('.property')) names.unshift(nameOf(one));
    if (property.closest('.request-body')) names.unshift('body');
    else {
      const item = property.closest('.parameter-item');
      const own = [...(item?.querySelectorAll('.property') ?? [])].find((one) => !one.closest('[class*="headers-card"]'));
      if (own && !own.contains(property)) names.unshift(nameOf(own));
    }
    fields.push(names.filter(Boolean).join(' > '));
  }
  return { name: method.toUpperCase() + ' ' + path, fields, folded: [] };
})()`;
