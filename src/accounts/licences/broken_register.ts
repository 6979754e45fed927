/** Thrown where a register's file is not valid JSON, or is not what can be read as rows: the message says what to do. */
export class BrokenRegister extends Error {}
