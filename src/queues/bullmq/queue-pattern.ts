/** What makes a name a pattern. Braces without a comma are none: names with a hash tag have them. */
const SPECIAL = /[*?]|\[[^\]]+\]|\{[^{}]*,[^{}]*\}/;

const CHOICE = /\{([^{}]*,[^{}]*)\}/;

/** Judges one character; `STAR` stands for any number of them. */
type Step = (character: string) => boolean;

const STAR: Step = () => true;
const ANY: Step = () => true;

/** True for a name that stands for many: `*-queue`, `mail-?`, `shard-[0-9]`, `{orders,invoices}-*`. */
export function isPattern(name: string): boolean {
  return SPECIAL.test(name);
}

/**
 * Says whether a queue's name fits a pattern: `*` any characters, `?` one, `[a-z]` one of a set (`[!a-z]` none of it),
 * `{a,b}` one of several. All other characters stand for themselves. Names are other people's: the time grows with
 * the length of the name times that of the pattern, whatever both hold.
 */
export function matcherOf(pattern: string): (queue: string) => boolean {
  const alternatives = alternativesOf(pattern).map(toSteps);
  return (queue) => alternatives.some((steps) => fits(steps, [...queue]));
}

function alternativesOf(pattern: string): readonly string[] {
  const choice = CHOICE.exec(pattern);
  if (choice === null) return [pattern];
  const [whole, names = ''] = choice;
  const [before, behind] = [pattern.slice(0, choice.index), pattern.slice(choice.index + whole.length)];
  return names.split(',').flatMap((name) => alternativesOf(behind).map((rest) => before + name + rest));
}

function toSteps(pattern: string): readonly Step[] {
  return (pattern.match(/\*+|\[[^\]]+\]|[^]/gu) ?? []).map(toStep);
}

function toStep(part: string): Step {
  if (part.startsWith('*')) return STAR;
  if (part === '?') return ANY;
  return part.length > 1 && part.startsWith('[') ? setStep(part.slice(1, -1)) : (character) => character === part;
}

/** Only a hyphen between two characters keeps its meaning. A range that runs backwards holds nothing. */
function setStep(set: string): Step {
  const isNegated = /^[!^]/.test(set) && set.length > 1;
  const members = (isNegated ? set.slice(1) : set).match(/[^]-[^]|[^]/gu) ?? [];
  const holds = (character: string): boolean => members.some((member) => isWithin(character, [...member]));
  return (character) => holds(character) !== isNegated;
}

function isWithin(character: string, [first = '', , last = first]: readonly string[]): boolean {
  return character >= first && character <= last;
}

/** Only the last star is ever tried again, one character further on: what fits before it needs no second look. */
function fits(steps: readonly Step[], name: readonly string[]): boolean {
  let [step, place] = [0, 0];
  let star: { readonly step: number; place: number } | undefined;
  while (place < name.length) {
    const current = steps[step];
    if (current === STAR) {
      star = { step, place };
      step += 1;
    } else if (current?.(name[place] ?? '') === true) {
      step += 1;
      place += 1;
    } else if (star === undefined) {
      return false;
    } else {
      star.place += 1;
      [step, place] = [star.step + 1, star.place];
    }
  }
  return steps.slice(step).every((rest) => rest === STAR);
}
