import type { AttackShape } from './attack-kind.ts';

/** The tag alone is a word about web pages; it counts with a source, with code in it, or closed. */
export const SCRIPTS: AttackShape = {
  kind: 'script',
  patterns: [
    /<script\b[^>]{0,200}\bsrc\s{0,4}=/i,
    /<script\b[^>]{0,200}>\s{0,8}[\w$.]{1,60}[(=[`]/i,
    /<script\b[^>]{0,200}>[^<]{1,400}<\/script/i,
    /^\s{0,8}(?:javascript|vbscript):(?:\/\/|[\w.]{1,60}[(=[])/i,
    /<(?:img|svg|iframe|video|audio|details|body|input|object|embed|marquee|math|style|base)[\s/][^>]{0,200}\bon(?:error|load|loadstart|toggle|begin|animationstart|focus|mouseover|pageshow|start)\s{0,4}=/i,
    /<iframe\b[^>]{0,200}\bsrc(?:doc)?\s{0,4}=\s{0,4}["']?(?:javascript:|data:text\/html)/i,
    /^data:text\/html(?:;[\w=-]{1,30}){0,3},(?:\s{0,8}<script|%3cscript|PHNjcmlwd)/i,
  ],
};
