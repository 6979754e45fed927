/** What the app needs of the library, in a piece of its own, so that the build leaves the rest of it out. */
export { startAuthentication, startRegistration } from "@simplewebauthn/browser";
