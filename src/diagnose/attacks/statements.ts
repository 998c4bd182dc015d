import type { AttackShape } from './attack-kind.ts';

/** Words of SQL are words of English: a statement counts where it leaves the value that it stands in. */
export const STATEMENTS: AttackShape = {
  kind: 'sql',
  patterns: [
    /['"]\s{0,8}\)?\s{0,8}(?:or|and|\|\||&&)\s{1,8}\(?['"]?(\w{1,20})['"]?\s{0,4}={1,3}\s{0,4}['"]?\1\b/i,
    /'\s{0,8}(?:\|\||&&)\s{0,8}'?(\w{1,20})'?\s{0,4}={1,3}\s{0,4}'?\1\b/i,
    /'\s{0,8}(?:or|and)\s{1,8}''\s{0,4}=\s{0,4}'/i,
    /'\s{0,8}(?:or|and)\s{1,8}(?:true|not\s{1,8}false|1)\s{0,8}(?:--|\/\*|#\s{0,8}$)/i,
    /^\s{0,8}\d{1,12}\s{1,8}(?:or|and)\s{1,8}(\d{1,9})\s{0,4}=\s{0,4}\1\b/i,
    /^[a-z][\w.@-]{2,63}'\s{0,8}(?:--|#|\/\*)\s{0,8}$/i,
    /['")]\s{0,8};\s{0,8}(?:(?:drop|truncate|alter)\s{1,8}(?:table|database)|delete\s{1,8}from|insert\s{1,8}into|update\s{1,8}\w{1,60}\s{1,8}set)\s{1,8}\w/i,
    /;\s{0,8}(?:drop|truncate)\s{1,8}(?:table|database)\s{1,8}[\w.]{1,60}\s{0,8}(?:;|--)/i,
    /^\s{0,8}\d{1,12}\s{0,8};\s{0,8}(?:drop|truncate)\s{1,8}(?:table|database)\s{1,8}[\w.]{1,60}\s{0,8}$/i,
    /['")\d]\s{1,8}union\s{1,8}(?:all\s{1,8})?select\s{1,8}(?:\*|null\b|\d{1,9}\b|[\w.@()]{1,60}\s{0,4},)[^;]{0,200}\bfrom\s/i,
    /['")\d]\s{1,8}union\s{1,8}(?:all\s{1,8})?select\s{1,8}(?:null|\d{1,9}|@@version)(?:\s{0,4},\s{0,4}(?:null|\d{1,9}|@@version)){1,40}\s{0,8}(?:--|#|$)/i,
    /['")\d]\s{1,8}union\s{1,8}(?:all\s{1,8})?select\s{1,8}(?:null|\d{1,9}|@@version)\s{0,8}(?:--|#\s{0,8}$)/i,
    /['")\d]\s{0,8}(?:;|\|\||(?:or|and|select)\s{1,8}){1,2}\s{0,8}(?:sleep|pg_sleep|benchmark)\s{0,4}\(\s{0,4}\d/i,
    /['")\d]\s{0,8};\s{0,8}select\s{1,8}pg_sleep\s{0,4}\(/i,
    /;\s{0,8}waitfor\s{1,8}delay\s{1,8}'\d/i,
    /\bexec(?:ute)?\s{1,8}(?:master\.{1,2})?(?:dbo\.)?xp_cmdshell\b/i,
    /['"]\s{0,4};\s{0,4}return\s{1,4}(?:true|1|''\s{0,2}==)/,
  ],
};

/** A query in the language of directories that ends the filter in which it stands. */
export const DIRECTORY_FILTERS: AttackShape = {
  kind: 'directory-filter',
  patterns: [/\*?\)\s{0,4}\(\s{0,4}[|&!]?\s{0,4}\(?\s{0,4}(?:uid|cn|sn|mail|objectclass|userpassword|samaccountname)\s{0,4}=\s{0,4}\*/i, /^[\w.@-]{1,64}\)\s{0,4}\(\s{0,4}[|&]\s{0,4}\)/],
};

/** An operator of a document database in a text that stands for a value. */
export const WRITTEN_OPERATORS: AttackShape = {
  kind: 'database-operator',
  patterns: [/^\s{0,8}\{\s{0,8}["']?\$(?:ne|gt|gte|nin|exists|regex|where)["']?\s{0,4}:\s{0,4}(?:null|""|''|-?\d{1,9}|true|\[\s{0,4}\]|["']\.\*["'])\s{0,8}\}\s{0,8}$/],
};
