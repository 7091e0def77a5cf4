/** A number as people write it, with separators of thousands or a decimal comma. */
export function numberOf(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0'’]/g, '');
  const isDecimalComma = /^[-+]?\d+,\d{1,2}$/.test(bare) || /^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare);
  const plain = isDecimalComma
    ? bare.replace(/\./g, '').replace(',', '.')
    : bare.replace(/,(?=\d{3}\b)/g, '');
  const value = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
