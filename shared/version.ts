/**
 * The version of everything a client and the server must agree on: the state's fields, the messages and the formulas that
 * the page predicts with. Raise it with every change that an older client would misread.
 */
export const PROTOCOL_VERSION = 3;
