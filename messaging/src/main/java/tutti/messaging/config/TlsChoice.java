package tutti.messaging.config;

/** Whether the processes of a job encrypt what they exchange over the network. */
public enum TlsChoice {
    /** Over hosts; not in a job that listens on loopback only. */
    AUTO,

    /** Always. */
    ON,

    /** Never: over hosts, one who can watch the network reads everything, and one who can change it may write. */
    OFF
}
