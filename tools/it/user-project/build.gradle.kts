// A project as a user has it: a program that depends on tutti-group alone, and its test, which uses tutti-junit.
plugins {
    application
}

val tuttiVersion = providers.gradleProperty("tuttiVersion").getOrElse("0.1.0-SNAPSHOT")

repositories {
    providers.gradleProperty("tuttiRepository").orNull?.let { maven(url = it) } // where Tutti's own build has put it
    mavenCentral()
}

dependencies {
    implementation(platform("tutti:tutti-bom:$tuttiVersion"))
    implementation("tutti:tutti-group")

    testImplementation(platform("org.junit:junit-bom:6.1.3"))
    testImplementation("tutti:tutti-junit")
    testImplementation("org.junit.jupiter:junit-jupiter")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

application {
    mainClass = "hello.Hello"
}

tasks.test {
    useJUnitPlatform()
}
