import type { AttackShape } from './attack-kind.ts';

const SECRET_PLACES = 'etc[/\\\\](?:passwd|shadow|hosts|sudoers|cron(?:tab|\\.\\w{1,10})|ssh|ld\\.so|init\\.d|systemd)\\b|proc[/\\\\](?:self|version|\\d{1,7})\\b|root[/\\\\]\\.|var[/\\\\]run[/\\\\]secrets|run[/\\\\]secrets[/\\\\]kubernetes|windows[/\\\\](?:system32|win\\.ini|system\\.ini)\\b|boot\\.ini\\b|(?:\\w[\\w.-]{0,30}[/\\\\]){0,3}\\.(?:ssh[/\\\\](?:id_|authorized_keys)|aws[/\\\\]credentials)';

/** A path to a neighbouring folder is none: build jobs and web pages are full of them. */
export const PATHS: AttackShape = {
  kind: 'path',
  patterns: [
    new RegExp(`(?:\\.{2,4}[/\\\\]{1,4}){1,20}(?:${SECRET_PLACES})`, 'i'),
    /^(?:file:\/{0,3})?\/?(?:etc\/(?:passwd|shadow|sudoers)|proc\/self\/(?:environ|maps|fd))$/i,
    /^(?:file:\/{0,3})?\/?[a-z]:[/\\]{1,2}windows[/\\]{1,2}(?:win\.ini|system32[/\\]{1,2}(?:config|drivers)\b)/i,
    /\.\.[/\\][^\n]{0,200}\0/,
    /^php:\/\/(?:filter|input)\b/i,
  ],
};
