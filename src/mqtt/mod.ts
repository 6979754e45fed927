/**
 * MQTT 3.1.1 as a client that neither owes nor is owed anything: what is published or read is lost with the connection
 * (quality of service 0). The codec is pure; a session speaks over a connection that it is given. Skips packets larger than
 * it was told to take.
 */
export { MqttRefused, type MqttSession, openMqtt } from "./session.ts";
