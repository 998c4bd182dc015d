import type { AttackShape } from './attack-kind.ts';

/** A field name in braces is a letter that nobody filled in; arithmetic and the inside of objects are a probe. */
export const TEMPLATES: AttackShape = {
  kind: 'template',
  patterns: [
    /(?:\{\{|\$\{|#\{|<%=|\*\{|@\()\s{0,4}\d{1,6}\s{0,4}\*\s{0,4}'?\d{1,6}'?\s{0,4}(?:\}\}|\}|%>|\))/,
    /\{\{[^{}\n]{0,120}(?:__(?:class|mro|globals|builtins|subclasses|init)__|\bconstructor\.constructor\b|\brequest\.application\b|\bconfig\.items\b)/,
    /[$#*]\{\s{0,4}T\(\s{0,4}java\.lang\./,
    /(?:\$\{|<#)[^{}\n]{0,120}(?:freemarker\.template\.utility\.Execute|\bgetRuntime\(\)|\bjava\.lang\.Runtime\b)/,
  ],
};

/** A spreadsheet calls for a sum or a number with a sign as often as not; programs and servers it has no need of. */
export const FORMULAS: AttackShape = {
  kind: 'formula',
  patterns: [
    /^\s{0,4}[=+@-][\w+*=()@\s-]{0,20}(?:cmd|powershell|mshta|rundll32|regsvr32|msexcel|certutil)(?:\.exe)?\s{0,4}\|/i,
    /^\s{0,4}=\s{0,4}(?:HYPERLINK|WEBSERVICE|IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMPORTRANGE)\s{0,4}\(/i,
  ],
};

/** Line breaks that begin a header which no text of a person begins with. */
export const HEADERS: AttackShape = {
  kind: 'header',
  patterns: [/[\r\n]\s{0,4}(?:set-cookie|content-length|transfer-encoding|x-forwarded-[a-z]{1,10})\s{0,4}:/i, /[\r\n]\s{0,4}bcc\s{0,4}:\s{0,4}[^\s@]{1,64}@[^\s@]{1,64}/i, /[\r\n]{2,8}HTTP\/1\.[01]\s{1,4}\d{3}/i],
};

/** Protocols by which a request for a page becomes a command to a database or a mail server. */
export const INNER_SERVICES: AttackShape = {
  kind: 'inner-service',
  patterns: [/^(?:gopher|dict|tftp):\/{1,4}(?:127\.|localhost\b|0\.0\.0\.0|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::)/i, /^gopher:\/\/[^/\s]{1,200}\/_/i],
};

/** A path for a function that sets members by path; the word in a sentence is a word. */
export const PROTOTYPES: AttackShape = { kind: 'prototype', patterns: [/^(?:__proto__|constructor[.[]["']?prototype)(?:["']?\])?(?:[.[/]["']?[\w$-]{1,60}["']?\]?){1,8}$/] };

/** Functions that a library for serialised objects calls while it reads them. */
export const SERIALISED_FUNCTIONS: AttackShape = { kind: 'serialised-function', patterns: [/_\$\$ND_FUNC\$\$_\s{0,4}function/] };
