/** Characters of a text that are looked at. */
const SAMPLE = 8 * 1024;

/** Earlier instructions are to count for nothing. */
const OVERRIDES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip)\s{1,4}(?:(?:all|any|of|the|your|every)\s{1,4}){0,4}(?:previous|prior|above|earlier|preceding|former|existing|other)\s{1,4}(?:\w{1,20}\s{1,4})?(?:instructions?|prompts?|rules?|messages?|context|directions?|guidelines?)\b/i,
  /\b(?:ignore|override|bypass|skip)\s{1,4}(?:the\s{1,4}|all\s{1,4}|your\s{1,4}){0,2}(?:schema|validation|validator|safety|guardrails?|system\s{1,4}prompt)\b/i,
  /\bignorier\w{0,3}\s{1,4}(?:alle\s{1,4})?(?:vorherigen|bisherigen|fr[uü]heren)\s{1,4}(?:anweisungen|befehle|regeln)/i,
  /\bignore[zr]?\s{1,4}(?:toutes\s{1,4})?(?:les\s{1,4}|vos\s{1,4})?(?:instructions|consignes)\s{1,4}(?:pr[eé]c[eé]dentes|ant[eé]rieures)/i,
  /\bignor[ae]\s{1,4}(?:todas\s{1,4})?(?:las\s{1,4}|as\s{1,4}|tutte\s{1,4}|le\s{1,4}){0,2}(?:instrucciones|instru[cç][oõ]es|istruzioni)\s{1,4}(?:anteriores|previas|precedenti)/i,
  /忽略(?:之前|以上|先前|前面)?的?(?:所有|全部)?(?:之前|以上|先前)?的?(?:指令|提示|说明)/,
];
/** A machine is spoken to. Agents and assistants are people too, so the word alone is not enough. */
const ADDRESSES: readonly RegExp[] = [
  /\byou\s{1,4}are\s{1,4}(?:(?:a|an|the|my)\s{1,4})?(?:\w{1,20}\s{1,4}){0,2}(?:ai|llm|chatbot|gpt|language\s{1,4}model|(?:ai|autonomous|healing|repair|self-healing)\s{1,4}(?:agent|assistant|bot))\b/i,
  /\byou\s{1,4}are\s{1,4}now\s{1,4}(?:(?:a|an|the|my|in)\s{1,4})?(?:\w{1,20}\s{1,4}){0,3}(?:agent|assistant|ai|llm|model|bot|mode)\b/i,
  /\b(?:(?:note|notice|instructions?|attention|message|dear|hey|hello)\s{1,4}(?:(?:to|for)\s{1,4})?)(?:the\s{1,4}|any\s{1,4}|all\s{1,4})?(?:ai|llm|language\s{1,4}models?|gpt|claude|gemini)\b/i,
  /\b(?:ai|llm)\s{1,4}(?:agents?|assistants?|models?|systems?)\s{0,4}[:,]/i,
  /\bsystem\s{1,4}(?:prompt|override)s?\b/i,
  /(?:^|\n|[.!"'\]}]\s{1,4})(?:###\s{0,4})?(?:system|assistant)\s{0,4}:/i,
  /\b(?:as|act\s{1,4}as)\s{1,4}an?\s{1,4}(?:ai|llm|language\s{1,4}model)\b/i,
  /\b(?:developer|god|debug|jailbreak)\s{1,4}mode\b/i,
];
/** It is told to decide, to write a value or to use a tool. Sending and leaving things is what people ask of people. */
const COMMANDS: readonly RegExp[] = [
  /\b(?:answer|reply|respond|return|output|say|print)\s{1,4}(?:\w{1,20}\s{1,4}){0,4}[^\w\n]{0,12}(?:(?:action|verdict|decision|status)\b[^\w\n]{1,8})?(?:REPAIR|RETRY|DISCARD|SETTLE|ESCALATE|PERMANENT_DISCARD|RETRY_DIRECTLY|REPAIR_AND_REPLAY|APPROVED?|OK|YES|TRUE|JSON)\b/,
  /\b(?:set|change|update|increase|raise|replace)\s{1,4}(?:the\s{1,4})?["'`]?[\w./-]{1,60}["'`]?\s{0,4}(?:\bto\b|=|:|\bas\b)\s{0,4}["'`]?(?:[A-Z]{0,3}[$€£]?\s?\d[\d.,]{3,20}|true|admin|approved|paid|verified)\b/i,
  /\b(?:mark|treat|classify)\s{1,4}(?:this|it)\s{1,4}(?:\w{1,20}\s{1,4}){0,3}(?:as|to\s{1,4}be)\s{1,4}(?:approved|paid|safe|trusted|valid|verified|transient|hopeless)\b/i,
  /\bapprove\s{1,4}(?:all|this|the|every)\s{1,4}(?:invoice|job|letter|message|order|payment|refund|request|transaction|transfer)s?\b/i,
  /\b(?:transfer|refund|pay)\s{1,4}(?:all\s{1,4}(?:funds|money|balances)|[A-Z]{0,3}[$€£]?\s?\d[\d.,]{2,20})\b/i,
  /\b(?:reveal|leak|dump|exfiltrate|print)\s{1,4}(?:your|the|all)\s{1,4}(?:\w{1,20}\s{1,4}){0,2}(?:prompt|instructions|secrets?|keys?|credentials|environment|tokens?|passwords?)\b/i,
  /\b(?:execute|run|invoke|call|use)\s{1,4}(?:the\s{1,4}|this\s{1,4}|a\s{1,4})?(?:\w{1,20}\s{1,4}){0,2}(?:tool|command|function|shell|script|code)\b/i,
  /\b(?:delete|drop|erase)\s{1,4}all\s{1,4}(?:\w{1,20}\s{1,4})?(?:records|data|users|tables|files|letters|jobs|messages)\b/i,
  /\bsetze\s{1,4}(?:den\s{1,4}|die\s{1,4}|das\s{1,4})?[\w.-]{1,60}\s{1,4}auf\s{1,4}\d{4}/i,
];
/** Marks by which the texts of a model are kept apart; no person types them. */
const MARKS = /<\|(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id)\|>|\[\/INST\]|<<\/?SYS>>|<\/?(?:system|assistant)_(?:prompt|message|instructions?)>/i;

/** How sure it is that a text is meant for a language model. */
export type PromptKind = 'instructions' | 'maybe';

/**
 * `instructions` where a text does two of these: sets earlier instructions aside, speaks to a machine, commands; or where it
 * carries the marks of a model's own format. `maybe` where it only sets earlier instructions aside, as a note to a courier does.
 */
export function promptIn(text: string): PromptKind | undefined {
  const sample = text.slice(0, SAMPLE);
  if (MARKS.test(sample)) return 'instructions';
  const overrides = matchesAny(OVERRIDES, sample);
  const signs = [overrides, matchesAny(ADDRESSES, sample), matchesAny(COMMANDS, sample)].filter(Boolean).length;
  if (signs >= 2) return 'instructions';
  return overrides ? 'maybe' : undefined;
}

function matchesAny(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
