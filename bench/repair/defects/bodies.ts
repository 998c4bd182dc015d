import type { Defect } from '../defect.ts';

/** Ways in which the text of a whole message breaks. */
export const BODY_DEFECTS: readonly Defect[] = [
  { name: 'body in a text', repairable: true, breakText: (text) => JSON.stringify(text) },
  { name: 'cut body', repairable: false, breakText: (text, random) => text.slice(0, random.whole(Math.floor(text.length / 3), text.length - 2)) },
  { name: 'body of another dialect', repairable: true, breakText: (text, random) => random.pick([text.replaceAll('"', "'"), text.replace(/}$/, ',}'), text.replace(/^\{/, '{ // order\n')]) },
  {
    name: 'key that stands twice',
    repairable: false,
    breakText: (text, random) => {
      const numbers = [...text.matchAll(/"(\w+)":(\d+)(?=[,}])/g)];
      const [found, key, value] = numbers.length > 0 ? random.pick(numbers) : [];
      if (found === undefined) return undefined;
      const [real, other] = [`"${key}":"${value}"`, `"${key}":"${Number(value) + 1}"`];
      return text.replace(found, random.chance(0.5) ? `${real},${other}` : `${other},${real}`);
    },
  },
  {
    name: 'big integer',
    repairable: false,
    breakText: (text) => {
      const broken = text.replace(/"(orderId|customerId)":"(\d{17,20})"/, '"$1":$2');
      return broken === text ? undefined : broken;
    },
  },
];
