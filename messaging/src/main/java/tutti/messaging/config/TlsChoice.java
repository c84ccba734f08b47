package tutti.messaging.config;

/** Whether the processes of a job encrypt what they exchange over the network. */
public enum TlsChoice {
    /** Over hosts; not in a job that listens on loopback only. */
    AUTO,

    /** Always. */
    ON,

    /** Never: over hosts, whoever can watch the network reads everything, and who can change it may write. */
    OFF
}
