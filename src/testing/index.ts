/** For tests of what a model may do: models that answer from a script, or that obey whoever writes to them. */
export { scriptedModel, type ScriptedModel } from '../model/scripted-model.ts';
export type { ScriptLine } from '../core/answer-script.ts';
export { gullibleModel, type GullibleModel } from './gullible-model.ts';
export { manualClock, type ManualClock } from './manual-clock.ts';
export type { ModelPort, ModelQuestion, ModelReply, ModelUsage, ModelFailureReason } from '../model/contract.ts';
export type { ModelAnswer, ModelVerdict, ProposedOperation, ProposedProgram } from '../core/model-answer.ts';
